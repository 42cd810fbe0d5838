// Renders the chart as `helm template` does, on machines where Helm cannot be installed. Uses Go's own
// templates and the same functions. Usage: render CHART RELEASE VALUES…, where each VALUES is a YAML file.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// read parses a YAML file. Like Helm, it converts the values through JSON, so that numbers become floats.
func read(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	must(err)
	var plain map[string]interface{}
	must(yaml.Unmarshal(text, &plain))
	asJson, err := json.Marshal(plain)
	must(err)
	var read map[string]interface{}
	must(json.Unmarshal(asJson, &read))
	return read
}

func merge(into, from map[string]interface{}) {
	for key, value := range from {
		inner, isMap := value.(map[string]interface{})
		if before, ok := into[key].(map[string]interface{}); ok && isMap {
			merge(before, inner)
		} else {
			into[key] = value
		}
	}
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[3:] {
		merge(values, read(file))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	root := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
		"Chart":   map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		_, err = all.New(file).Parse(string(text))
		must(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		var out bytes.Buffer
		must(all.ExecuteTemplate(&out, file, root))
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n%s\n", out.String())
		}
	}
}
