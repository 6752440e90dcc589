package engine_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/gomoku-go/gomoku/examples/web/engine"
)

// A program mounts the engine among its own pages.
func Example() {
	h, err := engine.New(engine.Options{Searches: 1})
	if err != nil {
		panic(err)
	}
	defer h.Close()
	mux := http.NewServeMux()
	mux.Handle("POST /engine/run", h)
	server := httptest.NewServer(mux)
	defer server.Close()

	request := `{"op": "prove", "position": "freestyle 15 black h8 i8 j8 white a1 a3 turn black"}`
	response, err := http.Post(server.URL+"/engine/run", "application/json", strings.NewReader(request))
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	stream, _ := io.ReadAll(response.Body)
	fmt.Println(strings.Contains(string(stream), `"found":true,"kind":"vcf"`))
	// Output: true
}
