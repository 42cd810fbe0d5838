// Installs the project's own Node and packages, then runs all checks with them. Runs on any version of Node.
import { spawnSync } from 'node:child_process';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
// Caches the compiled modules, which every test process and thread would otherwise compile again.
const env = { ...process.env, NODE_COMPILE_CACHE: `${root}node_modules/.cache/node` };
process.exit(spawnSync(node, ['scripts/prove.ts'], { cwd: root, env, stdio: 'inherit' }).status ?? 1);
