package curve

import "encoding/json"

// UnmarshalJSON reads the losses of records of earlier versions too, which had other names.
func (l *Loss) UnmarshalJSON(text []byte) error {
	type plain Loss
	var both struct {
		plain
		Learned float64 `json:"learned"`
		Kept    float64 `json:"kept"`
	}
	if err := json.Unmarshal(text, &both); err != nil {
		return err
	}
	*l = Loss(both.plain)
	if both.Learned != 0 || both.Kept != 0 {
		*l = Loss{both.Learned, both.Kept}
	}
	return nil
}
