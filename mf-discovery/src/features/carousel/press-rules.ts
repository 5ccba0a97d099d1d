/** Where a finger or a mouse is, in px of the window. */
export interface PressPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** S1§9: a press that moved so far is a drag. */
const DRAG_PX = 10;

/** Whether a press from here to there is a click. */
export const isClick = (from: PressPoint, to: PressPoint): boolean => Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) < DRAG_PX;
