// Installs the project's own Node and packages, then runs all checks with them. Runs on any version of Node.
import { spawnSync } from 'node:child_process';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
process.exit(spawnSync(node, ['scripts/prove.ts'], { cwd: root, stdio: 'inherit' }).status ?? 1);
