export default function OurStatisticsScreen() {
  return null;
}
