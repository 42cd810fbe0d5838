import type { ReactNode } from 'react';
import { platformName } from '../kit/page.ts';
import { RouteOrnament } from './route-ornament.tsx';

/**
 * Shows a page for visitors, with a panel that shows a night map next to the content. On phones, a decorative panel is
 * a band above the content, and a panel with text follows the content.
 */
export function AnonymousPage(props: {
  title: string;
  panel: ReactNode;
  panelLeads?: boolean;
  children: ReactNode;
}) {
  const panel = (
    <aside className="visitors-panel night contours" data-leads={props.panelLeads || undefined}>
      {props.panelLeads && <RouteOrnament />}
      <div className="visitors-words">{props.panel}</div>
    </aside>
  );
  return (
    <div className="visitors-page">
      <title>{`${props.title} · ${platformName}`}</title>
      {props.panelLeads && panel}
      <div className="visitors-content">
        <div className="visitors-column stack gap-5">
          <h1 className="visitors-title">{props.title}</h1>
          {props.children}
        </div>
      </div>
      {!props.panelLeads && panel}
    </div>
  );
}
