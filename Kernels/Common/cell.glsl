// The middle of the square cell that a place lies in; a cell is a fraction of the picture's width wide, a pixel at least.
vec2 cellCentre(vec2 at, float side) { return (floor(at / side) + 0.5) * side; }
float cellSide(float fraction) { return max(fraction * size().x, 1.0); }
