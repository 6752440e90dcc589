// Package curve records how the losses of a model fall, decides when to stop, and shows the learning curves.
package curve

// A Loss is what a model still gets wrong after an epoch.
type Loss struct {
	Training   float64 `json:"training"`   // on a sample of the training examples
	Validation float64 `json:"validation"` // on the games held out
}

// A Curve is how the losses of a model fell, epoch by epoch.
type Curve struct {
	Name   string `json:"name"`
	Best   int    `json:"best"` // the epoch whose numbers were taken, counted from 1
	Losses []Loss `json:"losses"`
}

// Add notes the losses of another epoch, and reports whether its numbers are the ones to take: the best so far on the games
// held out. Without patience those of every epoch are.
func (c *Curve) Add(l Loss, patience int) bool {
	c.Losses = append(c.Losses, l)
	better := c.Best == 0 || patience == 0 || l.Validation < c.Losses[c.Best-1].Validation
	if better {
		c.Best = len(c.Losses)
	}
	return better
}

// Stalled reports whether the last epochs, as many as the patience, brought nothing.
func (c *Curve) Stalled(patience int) bool { return patience > 0 && len(c.Losses)-c.Best >= patience }

// Taken returns the losses of the epoch that was taken.
func (c *Curve) Taken() Loss { return c.Losses[c.Best-1] }
