export const TABLES: string;
