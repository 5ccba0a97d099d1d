import { defineScenarios } from '@mahlzeit/shared-ui/testing';

/** The way to the app. */
export const downloadScenarios = defineScenarios([{ name: 'App laden', screen: 'download' }]);
