/** Bounds what one answer of a calendar can hold. */

export const CALENDAR_DAYS_MAX = 400;
/** Of one kind. */
export const CALENDAR_ITEMS_MAX = 500;
/** Of one schedule: the periods of a budget, or the runs of an automation. More are told by day. */
export const CALENDAR_LISTED_MAX = 50;
export const CALENDAR_OVERLAPS_MAX = 100;
