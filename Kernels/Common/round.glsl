// The way from a centre, given as fractions of the picture, to a place, in units of the picture's width.
vec2 fromCentre(vec2 at, vec2 center) { return (at - center * size()) / size().x; }
