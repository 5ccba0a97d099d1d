export { FoodArt, Icon, BrandMark, PlateArt } from './art/art';
export type { FoodArtName, IconSource } from './art/art';
export { AdBadge, Badge, CountBadge, NewBadge } from './badge';
export type { BadgeTone } from './badge';
export { Button, ButtonLink, DisabledReason, IconButton, IconLink, useTimedState } from './button';
export { LinkButton, PauseSign, TextLink } from './button-styles';
export type { ButtonSize, ButtonVariant } from './button-styles';
export { Banner, BusySign, EmptyState, ErrorState } from './feedback';
export { AfterDelay, CardSkeletons, PageSkeleton, RowSkeletons, Skeleton } from './skeletons';
export { SnackbarRegion, SnackbarView } from './snackbar-view';
export { StatusBar } from './status-bar';
export type { SnackbarTone } from './snackbar-view';
export {
  AppFrame,
  CardGrid,
  Divider,
  Gutter,
  Inline,
  ListMapSplit,
  ListPane,
  MainRegion,
  MapPane,
  PageHead,
  Panel,
  Section,
  Stack,
} from './layout';
export { useOverlayEntry } from './overlay-entry';
export { Row, Rows, useListItemProps } from './rows';
export { Body, Caption, H1, H2, H3, Label, SkipLink, Small, TotalText, VisuallyHidden } from './text';
export type { TextTone } from './text';
export { GlobalRules, GlobalStyle } from './theme/global-style';
export { forcedColorsBorder, media, textStyles, tokens, pageBelowLowSheet } from './theme/tokens';
export type { Space, TableTone } from './theme/tokens';
export { TopBar, TopBarBrand, TopBarMenu } from './top-bar';
