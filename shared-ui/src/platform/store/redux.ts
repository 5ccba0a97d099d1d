/** What remotes need of Redux: through platform there is one copy, and only what somebody uses ships. */
export { createSlice } from '@reduxjs/toolkit';
export type { PayloadAction } from '@reduxjs/toolkit';
export { copyWithStructuralSharing, skipToken } from '@reduxjs/toolkit/query/react';
export { useSelector } from 'react-redux';
