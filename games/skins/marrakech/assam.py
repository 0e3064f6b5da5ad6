"""Assam from above. Before a turn, he faces north."""

# Assam: a stone with a red point in his direction, slippers, striped djellaba, beard, a big fez with a tassel.
ASSAM = (
    '<path fill-opacity=".3" d="M0-25 10.5-16.5A20 20 0 1 1-10.5-16.5z" transform="translate(0 2.2)scale(1.06)"/>'
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-28.5 11-17.2A20.3 20.3 0 1 1-11-17.2z"/>'
    '<path fill="#a3162f" d="M0-26.4 8.6-17.6Q0-21.6-8.6-17.6z"/>'
    '<path fill="#f0b52b" stroke="#6b4205" stroke-width=".9" d="M-9.5-4C-11-9.5-9-13.5-6.5-15.6-4-13-3-9-3.5-4z'
    'M9.5-4C11-9.5 9-13.5 6.5-15.6 4-13 3-9 3.5-4z"/>'
    '<path fill="#2b3a94" stroke="#141d52" d="M-17 3.2C-17-5-9.5-7.5 0-7.5S17-5 17 3.2 9.5 14.5 0 14.5-17 11-17 3.2z"/>'
    '<path fill="none" stroke="#f3e3bd" stroke-width="1.5" d="M-14.2-2.6q-1.8 6 1 12M14.2-2.6q1.8 6-1 12"/>'
    '<path fill="#e9b98c" stroke="#5e3a20" stroke-width=".8" d="M-6.5-2Q-5.5-9.4 0-9.4T6.5-2z"/>'
    '<path fill="#3b2a20" d="M-4.9-6.6Q-3.2-12 0-12T4.9-6.6Q0-8.6-4.9-6.6z"/>'
    '<circle cy="3" r="10" fill="#8c1128" stroke="#3f0513" stroke-width="1.3"/>'
    '<circle cy="3" r="7.2" fill="#d02f4b"/><path fill="#f0b52b" d="M-1.6 3 0 1.4 1.6 3 0 4.6z"/>'
    '<path fill="none" stroke="#1c120c" stroke-width="1.9" stroke-linecap="round" d="M0 3Q5 7 5.4 13"/>'
    '<path fill="#1c120c" d="M3.7 12h3.5l1 7.4H2.9z"/>'
)
