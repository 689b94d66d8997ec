// Elements, locations and errors of XML are shared with nibs: their module is below both.
@_exported import MicaMarkup
