{{- define "posthorn.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "posthorn.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "posthorn.labels" -}}
{{ include "posthorn.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The settings of every process: from values, and a file for each secret. */}}
{{- define "posthorn.environment" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range .Values.secrets.keys }}
- name: {{ . }}_FILE
  value: /run/secrets/posthorn/{{ . }}
{{- end }}
{{- end }}

{{/* The settings for SMTP submission. */}}
{{- define "posthorn.submission" -}}
- { name: SUBMISSION_HOST, value: 0.0.0.0 }
- { name: SUBMISSION_PORT, value: "2587" }
- { name: SUBMISSIONS_PORT, value: "2465" }
- { name: TLS_CERT_FILE, value: /run/tls/tls.crt }
- { name: TLS_KEY_FILE, value: /run/tls/tls.key }
{{- end }}

{{/* Common to every pod: its user, its security context, its secrets. */}}
{{- define "posthorn.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  # Requests and mails waiting for their turn; 3 GiB at most.
  - name: waiting
    emptyDir: { sizeLimit: 4Gi }
  - name: secrets
    secret:
      secretName: {{ .Values.secrets.existingSecret }}
      defaultMode: 0440
      items:
        {{- range .Values.secrets.keys }}
        - { key: {{ . }}, path: {{ . }} }
        {{- end }}
{{- end }}

{{- define "posthorn.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: waiting, mountPath: /var/lib/posthorn }
  - { name: secrets, mountPath: /run/secrets/posthorn, readOnly: true }
{{- end }}
