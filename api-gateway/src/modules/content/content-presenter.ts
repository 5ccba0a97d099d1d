import type { LegalDocument, LegalItem, VersionInfoItem } from '@mahlzeit/contract';
import type { StoredVersionInfo } from './content-repository';

/** A version info as the live topic has it. */
export const presentVersionInfoItem = ({ major, maintenance, requiredVersion }: StoredVersionInfo): VersionInfoItem => ({ key: major, maintenance, requiredVersion });

/** A legal document as the live topic has it: pages fetch the text when its version changes. */
export const presentLegalItem = ({ kind, language, version }: LegalDocument): LegalItem => ({ key: `${kind}${language}`, version });
