/// Every filter there is. The list is written by the build from the files beside this one.
public enum FilterCatalog {}
