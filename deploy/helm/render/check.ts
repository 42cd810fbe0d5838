/** Checks rendered resources of the chart: the restricted pod security standard, references and probes. */
import { deepStrictEqual, ok } from 'node:assert';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

interface Container {
  name: string;
  securityContext: object;
  ports: { name: string }[];
  env: { name: string; value?: unknown }[];
  volumeMounts: { name: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; containers: [Container]; volumes: { name: string }[] };
    };
  };
}

const documents = parseAllDocuments(readFileSync(process.argv[2] ?? '', 'utf8'));
const resources = documents.map((document) => {
  deepStrictEqual(document.errors, []);
  return document.toJS() as Resource;
});
for (const { apiVersion, kind, metadata } of resources)
  ok(apiVersion && kind && metadata.name && metadata.labels);
deepStrictEqual(new Set(resources.map(({ kind, metadata }) => kind + metadata.name)).size, resources.length);

const deployments = resources.filter(({ kind }) => kind === 'Deployment');
deepStrictEqual(deployments.length, 2);
for (const { spec } of deployments) {
  const { metadata, spec: pod } = spec.template;
  for (const [label, value] of Object.entries(spec.selector.matchLabels))
    deepStrictEqual(metadata.labels[label], value);
  deepStrictEqual(pod.securityContext, {
    runAsNonRoot: true,
    runAsUser: 65532,
    runAsGroup: 65532,
    fsGroup: 65532,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  const [container] = pod.containers;
  deepStrictEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  // Kubernetes accepts only strings as values of environment variables.
  for (const { value } of container.env) ok(value === undefined || typeof value === 'string');
  const ports = container.ports.map(({ name }) => name);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
    ok(ports.includes(container[probe]?.httpGet.port ?? ''));
  deepStrictEqual(
    container.volumeMounts.map(({ name }) => name),
    pod.volumes.map(({ name }) => name),
  );
}
process.stdout.write(`${resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ')}\n`);
