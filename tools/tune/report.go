package main

import (
	"context"
	"errors"
	"io"

	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tools/internal/training/report"
)

const reportIntroduction = `
Writes the parts of docs/evaluation.md that are between marks, and their pictures: what the
weight file says, and the learning curves. With -data it adds how well Score.WinRate predicts
the results of games, with -pipeline the table of rounds. Parts without data stay as they
are. It takes seconds.

    go run ./tune report -data check.games -pipeline DIR`

// writeReport brings the report on the evaluation up to date.
func writeReport(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("report", reportIntroduction, stdout)
	var o report.Options
	f.StringVar(&o.Document, "out", "../docs/evaluation.md", "`file` to bring up to date")
	f.StringVar(&o.Images, "images", "../docs/images", "`directory` for its pictures")
	f.StringVar(&o.Weights, "weights", "../internal/eval/default.weights", "weight `file` to report on; the record of its fit lies beside it")
	games := dataFlag(f, ", to check predictions with")
	f.BoolVar(&o.HeldOut, "held-out", false, "of those games only the ones that fit holds out")
	f.StringVar(&o.Pipeline, "pipeline", "", "`directory` of a pipeline, for the table of rounds")
	if err := parse(f, args, seeFlags); err != nil {
		return err
	}
	if o.Data = experiment.Fields(*games); o.HeldOut && len(o.Data) == 0 {
		return errors.New("-held-out chooses from the games of -data: give both")
	}
	return report.Update(o)
}
