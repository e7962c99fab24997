// The bins of the demonstration, which stand nowhere.

export const binA = 'Bac d’exemple A';
export const placeA = 'Lieu d’exemple, entrée principale';
export const binB = 'Bac d’exemple B';
export const placeB = 'Lieu d’exemple, cafétéria';
