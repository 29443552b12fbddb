/** A component that is drawn again only when one of its properties changed. */
import { Component, type ComponentType, type VNode } from "preact";

export function memo<P extends object>(draw: (props: P) => VNode | null): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [old, fresh] = [this.props as Record<string, unknown>, next as Record<string, unknown>];
      const keys = new Set([...Object.keys(old), ...Object.keys(fresh)]);
      for (const key of keys) if (!Object.is(old[key], fresh[key])) return true;
      return false;
    }

    override render(): VNode | null {
      return draw(this.props as P);
    }
  };
}
