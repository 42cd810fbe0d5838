import classes from './route-ornament.module.css';

const way =
  'M-20 690C90 720 150 640 190 560S300 470 350 520 470 590 500 480 380 330 300 300 190 170 290 110 520 130 640 30';

/** A route over the contour lines, run for two thirds; decoration only. */
export function RouteOrnament() {
  return (
    <svg
      className={classes.ornament}
      viewBox="0 0 600 720"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className={classes.rest} d={way} />
      <path className={classes.run} d={way} pathLength={100} />
      {/* Dots by dashes: nought long, a quarter apart, with round ends. */}
      <path className={classes.stations} d={way} pathLength={100} />
      <path className={classes.holes} d={way} pathLength={100} />
    </svg>
  );
}
