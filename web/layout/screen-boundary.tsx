import { Component, type ReactNode } from 'react';
import { ErrorBanner } from '../ui/error-banner.tsx';

type State = { error: Error | undefined };

/**
 * Catches a screen that fails or whose code cannot be loaded, and offers to reload the page. Another address (`at`)
 * renders again; code that failed to load needs the reload.
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
    // The error's own message is for developers, so the banner shows a general one.
    return <ErrorBanner error={new Error()} onRetry={() => location.reload()} />;
  }
}
