import type { Fault } from './fault.ts';
import { attackLoads } from './faults/attack-load.ts';
import { clockJumps } from './faults/clock-jump.ts';
import { connectionLimits } from './faults/connection-limit.ts';
import { cutNetworks } from './faults/cut-network.ts';
import { failovers } from './faults/failover.ts';
import { fullDisks } from './faults/full-disk.ts';
import { fullLogs } from './faults/full-log.ts';
import { kills } from './faults/kill.ts';
import { lockedTables } from './faults/locked-table.ts';
import { pausedDatabase } from './faults/paused-database.ts';
import { rollingDeploy } from './faults/rolling-deploy.ts';
import { secondProcesses } from './faults/second-process.ts';
import { sigterms } from './faults/sigterm.ts';
import { slowClients } from './faults/slow-clients.ts';
import { startsTogether } from './faults/start-together.ts';
import { stoppedDatabase } from './faults/stopped-database.ts';

/** All faults, in the order in which they run. */
export const faults: Fault[] = [
  ...kills,
  ...sigterms,
  ...startsTogether,
  ...secondProcesses,
  pausedDatabase,
  ...stoppedDatabase,
  ...lockedTables,
  ...cutNetworks,
  ...connectionLimits,
  ...fullDisks,
  ...fullLogs,
  ...attackLoads,
  ...slowClients,
  ...clockJumps,
  ...failovers,
  rollingDeploy,
];
