/** The built module of the elements, as text, for a host that serves it. */
export declare const script: string
