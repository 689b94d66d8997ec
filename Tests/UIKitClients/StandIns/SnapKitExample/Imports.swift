// The example's list imports it for the whole module; that is a table view.
import SnapKit
