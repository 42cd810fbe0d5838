{{- /* The pods of one role; called with a dict of `root` and `role`. */}}
{{- define "challenge.pod" -}}
{{- $root := .root }}
{{- $role := .role }}
{{- $port := ternary "http" "probe" (eq $role "web") }}
metadata:
  labels:
    {{- include "challenge.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  annotations:
    {{- /* Replaces the pods when a secret changes. */}}
    challenge/secrets: {{ $root.Values.secrets | toJson | sha256sum }}
    prometheus.io/scrape: "true"
    prometheus.io/port: "9464"
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # Longer than DRAIN_SECONDS plus the ten seconds that running requests may take.
  terminationGracePeriodSeconds: 30
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "challenge.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $role }}
  containers:
    - name: {{ $role }}
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: ROLE, value: {{ $role }} }
        - { name: DEMO, value: "off" }
        - { name: HOST, value: 0.0.0.0 }
        - { name: PUBLIC_URL, value: "https://{{ $root.Values.host }}{{ include "challenge.basePath" $root }}" }
        - { name: BASE_PATH, value: {{ include "challenge.basePath" $root | quote }} }
        # Only the ingress controller reaches the pods; see the network policy.
        - { name: TRUSTED_PROXIES, value: "loopback,uniquelocal" }
        - { name: METRICS_PORT, value: "9464" }
        {{- if eq $role "web" }}
        - { name: PORT, value: "3000" }
        # A stopping pod still gets requests until it is removed from the endpoints, a few seconds later.
        - { name: DRAIN_SECONDS, value: "5" }
        {{- else }}
        - { name: PROBE_PORT, value: "3001" }
        {{- end }}
        {{- range $name, $value := $root.Values.settings }}
        {{- if ne (toString $value) "" }}
        - { name: {{ $name }}, value: {{ $value | toString | quote }} }
        {{- end }}
        {{- end }}
        - name: DATABASE_URL
          valueFrom: { secretKeyRef: { name: {{ include "challenge.secret" $root }}, key: database-url } }
        - name: SECRET
          valueFrom: { secretKeyRef: { name: {{ include "challenge.secret" $root }}, key: secret } }
        - name: SMTP_URL
          valueFrom: { secretKeyRef: { name: {{ include "challenge.secret" $root }}, key: smtp-url, optional: true } }
      ports:
        {{- if eq $role "web" }}
        - { name: http, containerPort: 3000 }
        {{- else }}
        - { name: probe, containerPort: 3001 }
        {{- end }}
        - { name: metrics, containerPort: 9464 }
      # Allows a long start, so that no restart interrupts the upgrade of a database.
      startupProbe:
        httpGet: { path: /healthz, port: {{ $port }} }
        periodSeconds: 5
        failureThreshold: {{ div $root.Values.startSeconds 5 }}
      livenessProbe:
        httpGet: { path: /healthz, port: {{ $port }} }
        periodSeconds: 10
        timeoutSeconds: 5
      # The check responds within two seconds, even while the database does not respond.
      readinessProbe:
        httpGet: { path: /readyz, port: {{ $port }} }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 2
      resources:
        {{- toYaml (get $root.Values $role).resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    # Holds nothing that must last: the data is in PostgreSQL, and emails are sent by the mail server.
    - { name: data, emptyDir: { sizeLimit: 1Gi } }
    - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- end }}
