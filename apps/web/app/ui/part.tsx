import type { ComponentProps, ElementType, ReactNode } from "react";

/**
 * An element or a link with a class of its CSS module. `look` chooses a variant, `className` is for utilities that
 * place it where it is used.
 */
export function part<Element extends ElementType, Look extends string = never>(
  element: Element,
  base: string,
  defaults?: Partial<ComponentProps<Element>>,
) {
  const Drawn: ElementType = element;
  return ({ look, className = "", ...props }: ComponentProps<Element> & { look?: Look }): ReactNode => (
    <Drawn {...defaults} {...props} data-look={look} className={`${base} ${className}`} />
  );
}
