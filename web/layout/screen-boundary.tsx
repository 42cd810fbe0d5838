import { Component, type ReactNode } from 'react';
import { ErrorBanner } from '../ui/error-banner.tsx';

type State = { error: Error | undefined };

/**
 * Catches a screen's errors, including code that cannot be loaded, and offers to reload the page. Renders again when
 * the address (`at`) changes, but code that failed to load needs a reload.
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
    // The error's message is for developers, so the banner shows a general message.
    return <ErrorBanner error={new Error()} onRetry={() => location.reload()} />;
  }
}
