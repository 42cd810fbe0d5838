import { hasPrograms, type Nodes } from '../../deploy/ha/nodes.ts';
import { type Fault, Skipped } from '../fault.ts';
import { openPlatformOnNodes } from '../platform.ts';
import { surviving } from '../scenario.ts';

/** How long the former primary may take to become a standby, in milliseconds. */
const returnsWithin = 60_000;

interface Failure {
  name: string;
  kill(nodes: Nodes, primary: number): Promise<void>;
  /** How soon everybody must be able to log activities again, in milliseconds. */
  recoversWithin: number;
}

const failures: Failure[] = [
  {
    name: 'killed-primary',
    kill: (nodes, primary) => nodes.killPostgresql(primary),
    recoversWithin: 10_000,
  },
  {
    name: 'killed-node',
    kill: (nodes, primary) => nodes.killNode(primary),
    // Patroni waits 20 seconds before it declares a silent node dead.
    recoversWithin: 30_000,
  },
];

/**
 * Kills the primary of three PostgreSQL nodes under Patroni or, in the second fault, its whole node with
 * Patroni and etcd. Another node must take over without losing anything that was acknowledged, and the killed
 * node must come back as a standby.
 */
export const failovers: Fault[] = failures.map(({ name, kill, recoversWithin }) => ({
  name,
  engine: 'postgresql',
  run: async (round) => {
    if (!hasPrograms()) throw new Skipped('needs patroni, etcd-server and haproxy');
    const { platform, nodes } = await openPlatformOnNodes(round.atEnd);
    const before = await nodes.primary();
    const seen = await surviving({
      round,
      platform,
      recoversWithin,
      isAway: true,
      fault: () => kill(nodes, before),
    });
    const after = await nodes.primary();
    if (after === before) round.failures.push(`node ${before} is still the primary`);
    if (name === 'killed-node') nodes.startNode(before);
    if (!(await nodes.areStandbys(2, returnsWithin)))
      round.failures.push(
        `fewer than two standbys, or none of them synchronous, ${returnsWithin / 1000} s later`,
      );
    return `${seen}; node ${after} took over from node ${before}`;
  },
}));
