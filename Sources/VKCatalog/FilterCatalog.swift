/// Every filter there is.
///
/// `all` is written by the build: one filter for each file in a folder beside this one, file name = type name.
public enum FilterCatalog {}
