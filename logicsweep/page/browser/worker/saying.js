export const clueSays = () => "", conflictText = () => "conflict", counterexampleText = () => "both", explanationText = () => "because",
 totalSays = () => "total", gradeText = () => "grade", stepText = () => "step";
