// The bins of the demonstration, which stand nowhere.

export const binA = 'Sample bin A';
export const placeA = 'Sample place, main entrance';
export const binB = 'Sample bin B';
export const placeB = 'Sample place, cafeteria';
