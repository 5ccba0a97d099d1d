/**
 * The page's first script, piece by piece: what shell and remotes share is evaluated in steps that a tap or a paint
 * can come between, instead of in one long task. Each is a module that others import anyway; nothing is loaded for it.
 */
export const startupSteps: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'zod/mini'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'react-dom/client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'styled-components'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/store/api'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/texts/catalogue'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/format/price'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/live/live-client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/restaurants/restaurant-api'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform/screen/define-screen'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../platform'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../ui/art'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../ui/button'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../ui/feedback'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../ui/frame'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '../ui'),
];
