export default function ChallengeRankingScreen(_props: { backTo: '/' | '/our-statistics' }) {
  return null;
}
