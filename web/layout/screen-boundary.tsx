import { Component, type ReactNode } from 'react';
import { ErrorBanner } from '../ui/error-banner.tsx';

type State = { error: Error | undefined };

/**
 * Catches a screen that fails or whose code cannot be fetched: says so, and offers to load the page again.
 * Another address (`at`) is another try; code that could not be fetched is only by loading the page again.
 */
export class ScreenBoundary extends Component<{ at: string; children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate(previous: { at: string }) {
    if (this.state.error && previous.at !== this.props.at) this.setState({ error: undefined });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    // The failure's own words are for programmers; the banner has a sentence for everybody else.
    return <ErrorBanner error={new Error()} onRetry={() => location.reload()} />;
  }
}
