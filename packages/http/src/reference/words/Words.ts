/**
 * What fields mean, and what their values look like. A name stands for the field wherever it is; one with dots
 * (`Schema.member.field`, or any end of that) for the field there alone, and beats the shorter ones.
 */
export type Words = Readonly<Record<string, readonly [says: string, like?: string | number | boolean | null]>>
