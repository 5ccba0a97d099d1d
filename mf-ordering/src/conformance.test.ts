/** @page */
import { describeConformance } from '@mahlzeit/shared-ui/testing';
import { scenarios } from './alone';
import declaration from './remote';

describeConformance(declaration, { scenarios });
