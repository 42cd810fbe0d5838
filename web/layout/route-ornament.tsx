import classes from './anonymous.module.css';

const way =
  'M600 770C470 730 560 650 530 580S390 520 430 430 570 390 520 300 290 270 250 200 330 80 430 110 560 60 640 20';

/** Shows a decorative route over contour lines, two thirds of it completed. */
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
      {/* The dots are dashes of length 0 with round ends. */}
      <path className={classes.stations} d={way} pathLength={100} />
      <path className={classes.holes} d={way} pathLength={100} />
    </svg>
  );
}
