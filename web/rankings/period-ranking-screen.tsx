export default function PeriodRankingScreen(_props: { periodType: 'week' | 'month' }) {
  return null;
}
