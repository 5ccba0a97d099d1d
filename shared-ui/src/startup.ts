export { yieldToBrowser } from './platform/browser/clock';

/**
 * Modules that the page evaluates one after the other at its start. Taps and paints are handled between them; otherwise
 * they would form one long task. All of these modules are in the first script anyway, so nothing is loaded.
 */
export const startupSteps: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@mahlzeit/contract/zod'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'react-dom/client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'styled-components'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform/store/store'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform/texts/format'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform/live/live-client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform/resources/restaurant-api'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform/shell/define-screen'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './platform'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './ui/art/art'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './ui/button'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './ui/feedback'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './ui/layout'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './ui'),
];
