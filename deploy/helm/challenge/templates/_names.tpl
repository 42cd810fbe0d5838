{{- define "challenge.name" -}}
{{- if contains "challenge" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-challenge" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "challenge.labels" -}}
app.kubernetes.io/name: challenge
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "challenge.selector" -}}
app.kubernetes.io/name: challenge
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "challenge.secret" -}}
{{- if .Values.existingSecret }}{{ .Values.existingSecret }}{{ else }}{{ include "challenge.name" . }}{{ end }}
{{- end }}

{{- /* The base path with a slash at both ends. */}}
{{- define "challenge.basePath" -}}
{{- $path := trimAll "/" .Values.basePath }}{{ if $path }}/{{ $path }}/{{ else }}/{{ end }}
{{- end }}
