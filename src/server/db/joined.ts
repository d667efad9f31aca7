/** Types what an outer join adds to a row: all of it, or none. */
export type Joined<Columns> = Columns | { readonly [Column in keyof Columns]: null };
