// The types of mtglayers/web/static/vendor/preact.js, as far as the page uses it.

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(tree: any, parent: Element | null): void;
export function useState<T>(first: T): [any, (next: any) => void];
export function useRef<T>(first: T): { current: any };
export function useEffect(work: () => void | (() => void), on?: any[]): void;
export function useLayoutEffect(work: () => void | (() => void), on?: any[]): void;
export function useMemo<T>(make: () => T, on: any[]): T;
export function useCallback<T extends (...given: any[]) => any>(work: T, on: any[]): T;
