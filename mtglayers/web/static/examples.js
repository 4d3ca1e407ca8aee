// Famous boards, as lines of notation.

/** @type {{title: string, text: string}[]} */
export const EXAMPLES = [
  { title: "Blood Moon and Life and Limb", text: "Ann: Blood Moon\nAnn: Life and Limb\nBen: Saproling token\nBen: Forest" },
  { title: "Blood Moon and Urborg", text: "Ann: Urborg, Tomb of Yawgmoth\nBen: Blood Moon\nBen: Forest" },
  { title: "Humility and Opalescence", text: "Ann: Humility\nAnn: Opalescence\nBen: Grizzly Bears" },
  { title: "A changed Doran", text: "Ann: Doran, the Siege Tower\nBen: Lignify -> Doran" },
  { title: "Dryad Arbor under Blood Moon", text: "Ann: Dryad Arbor\nBen: Blood Moon" },
  { title: "A growing Tarmogoyf", text: "Ann: Tarmogoyf with two +1/+1 counters\nBen: Darksteel Mutation -> Tarmogoyf" },
];
