import { Component, type ReactNode } from 'react';
import { retrying as words } from '#words/site.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';

interface FormBoundaryProps {
  children: ReactNode;
}

/** Keeps the page if a form throws while rendering, and offers to render the form again. */
export class FormBoundary extends Component<FormBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return <ErrorBanner message={words.formBroken} onRetry={() => this.setState({ isBroken: false })} />;
  }
}
