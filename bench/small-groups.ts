import { shownGroups } from '../server/kit/small-groups.ts';

/**
 * Prints how long `shownGroups` takes for 1,000 teams whose members do 200 different sports. Run with `npm run
 * bench-small-groups`.
 */
const [groups, others, people] = [1000, 200, 20_000];

const sums = Array.from({ length: groups * others }, (_, cell) => ({
  team: `team ${cell % groups}`,
  sport: `sport ${Math.floor(cell / groups)}`,
  person: (cell * 7919) % people,
}));
for (const axis of ['team', 'sport'] as const) {
  const parts = sums.map((sum) => ({ group: sum[axis], person: sum.person }));
  const start = performance.now();
  const shown = shownGroups(parts);
  const took = Math.round(performance.now() - start);
  process.stdout.write(
    `by ${axis}: ${shown.groups.size} groups shown, ${took} ms for ${parts.length} sums\n`,
  );
}
