import type { Page } from '@playwright/test';

/**
 * Returns the controls (buttons and so on) whose edge is visible by a background or shadow of their own, in the page's
 * normal colours.
 */
const findShapedControls = (page: Page) =>
  page.evaluateHandle(() => {
    const isVisibleColour = (colour: string): boolean => colour !== 'transparent' && !/, 0\)$/.test(colour);
    return [...document.querySelectorAll('button, a, select, [role=tab]')].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null) return false;
      const { backgroundColor, boxShadow } = getComputedStyle(element);
      return isVisibleColour(backgroundColor) || boxShadow !== 'none';
    });
  });

type ShapedControls = Awaited<ReturnType<typeof findShapedControls>>;

/** Returns the controls that have no visible edge in the forced colours of the operating system. */
const findControlsWithoutEdge = (page: Page, controls: ShapedControls): Promise<string[]> =>
  page.evaluate((controlElements) => {
    const backgroundOf = (element: Element | null): string => {
      for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement) {
        const { backgroundColor } = getComputedStyle(ancestor);
        if (!/, 0\)$/.test(backgroundColor)) return backgroundColor;
      }
      return '';
    };
    const hasEdge = (element: Element): boolean => {
      const { borderTopWidth, borderBottomWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
      return (
        (borderTopWidth !== '0px' && borderBottomWidth !== '0px') ||
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        backgroundOf(element) !== backgroundOf(element.parentElement)
      );
    };
    // A group of buttons may have one common edge.
    const edgelessControls = controlElements.filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !hasEdge(element) &&
        !(element.parentElement !== null && hasEdge(element.parentElement)),
    );
    return edgelessControls.map(
      (element) =>
        `${element.tagName} „${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}“ has no edge`,
    );
  }, controls);

/** Returns the form fields without a visible border. The border may also belong to the element around the field. */
const findBorderlessFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasBorder = (element: Element | null): boolean =>
      element !== null &&
      getComputedStyle(element).borderBottomWidth !== '0px' &&
      getComputedStyle(element).borderBottomStyle !== 'none';
    // The input of a verification code has no border of its own. The element before it draws the boxes of the digits.
    const isFramed = (field: Element): boolean =>
      [field, field.parentElement, field.previousElementSibling].some(hasBorder);
    // The browser draws checkboxes and radio buttons of its own with a border.
    const isNativeField = (field: Element): boolean =>
      getComputedStyle(field).appearance !== 'none' && field.matches('[type=checkbox], [type=radio]');
    return [...document.querySelectorAll('input, select, textarea')]
      .filter(
        (field) =>
          field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          field.closest('[inert]') === null &&
          field.getBoundingClientRect().width > 1,
      )
      .filter((field) => !isNativeField(field) && !isFramed(field))
      .map((field) => `the field „${field.getAttribute('aria-label') ?? field.id}“ has no border`);
  });

/** Returns selected elements that look like unselected ones in the forced colours of the operating system. */
const findIndistinctChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const styleTextOf = (element: Element): string => {
      const partStyles = [element, ...element.querySelectorAll('svg')].map((stylePart) => getComputedStyle(stylePart));
      return JSON.stringify(
        partStyles
          .slice(0, 2)
          .map(({ backgroundColor, color, borderColor, borderWidth, outlineStyle, outlineColor, fill }) => [
            backgroundColor,
            color,
            borderColor,
            borderWidth,
            outlineStyle,
            outlineColor,
            fill,
          ]),
      );
    };
    const visibleElements = (selector: string): Element[] =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    return ['aria-pressed', 'aria-selected', 'aria-checked'].flatMap((ariaState) => {
      const unchosenElements = visibleElements(`[${ariaState}=false]`).filter(
        (element) => !element.matches(':focus, :hover'),
      );
      return visibleElements(`[${ariaState}=true]`).flatMap((chosenElement) => {
        const isSameKind = (otherElement: Element): boolean =>
          otherElement.tagName === chosenElement.tagName &&
          otherElement.getAttribute('role') === chosenElement.getAttribute('role');
        const siblings = unchosenElements.filter(
          (otherElement) => isSameKind(otherElement) && otherElement.parentElement === chosenElement.parentElement,
        );
        const lookalikeElement = (siblings.length > 0 ? siblings : unchosenElements.filter(isSameKind)).find(
          (otherElement) => styleTextOf(otherElement) === styleTextOf(chosenElement),
        );
        return lookalikeElement === undefined
          ? []
          : [
              `„${chosenElement.textContent.slice(0, 40)}“ (${ariaState}) looks like „${lookalikeElement.textContent.slice(0, 40)}“`,
            ];
      });
    });
  });

/**
 * Returns everything that is no longer visible in the forced colours of the operating system: edges of controls,
 * borders of fields, marks of selected elements.
 */
export const findForcedColorsProblems = async (page: Page): Promise<string[]> => {
  const controls = await findShapedControls(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const findings = [
    ...(await findControlsWithoutEdge(page, controls)),
    ...(await findBorderlessFields(page)),
    ...(await findIndistinctChoices(page)),
  ];
  await controls.dispose();
  await page.emulateMedia({ forcedColors: 'none' });
  return findings;
};
