package weightfile

import "encoding/json"

// UnmarshalJSON reads the summaries of earlier versions too, which had other names for what is held out.
func (s *Summary) UnmarshalJSON(text []byte) error {
	type plain Summary
	var both struct {
		plain
		KeptBack int `json:"keptBack"`
		Checked  int `json:"checked"`
	}
	if err := json.Unmarshal(text, &both); err != nil {
		return err
	}
	*s = Summary(both.plain)
	if both.KeptBack != 0 {
		s.HeldOut, s.Validation = both.KeptBack, both.Checked
	}
	return nil
}

// UnmarshalJSON reads both parts of a record, the first of which has a method of its own.
func (r *Record) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &r.Summary); err != nil {
		return err
	}
	return json.Unmarshal(text, &r.Origin)
}
